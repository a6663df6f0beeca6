// The postal and telephone details that tenants and customers share, as the REST contract shows them.

export interface ContactDetails {
  readonly country: string | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly address: string | null;
  readonly address2: string | null;
  readonly zip: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

export const CONTACT_FIELDS = ["country", "state", "city", "address", "address2", "zip", "phone", "email"] as const satisfies readonly (keyof ContactDetails)[];
