/** Of a tenant or customer that has neither an address nor a telephone number. */
export const NO_CONTACT = {
  country: null,
  state: null,
  city: null,
  address: null,
  address2: null,
  zip: null,
  phone: null,
  email: null,
};
