// The question that waits for an answer: at most one, because a second question replaces it.

export class OpenQuestion {
  #settle: ((isConfirmed: boolean) => void) | null = null;

  /**
   * Resolves with the answer. A question that was still open is answered with no, so that its caller does not wait
   * forever.
   */
  ask(): Promise<boolean> {
    this.answer(false);
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  answer(isConfirmed: boolean): void {
    this.#settle?.(isConfirmed);
    this.#settle = null;
  }
}
