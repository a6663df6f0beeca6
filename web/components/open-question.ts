// The question that waits for an answer: at most one, since a second one is put in its place.

export class OpenQuestion {
  #settle: ((isConfirmed: boolean) => void) | null = null;

  /** Resolves with the answer. A question that was open has not been confirmed: who asked it must not wait for ever. */
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
