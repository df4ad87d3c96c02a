/** E-mail addresses serve as account names. Mail goes to one only if a destination for events names it. */
export const emailRule = 'An e-mail address looks like name@example.org.';

export const maxEmailLength = 254;

/** Returns the address in the form that is stored and compared, or undefined if it is not an address. */
export function cleanEmail(value: string): string | undefined {
  const email = value.trim().normalize('NFC').toLowerCase();
  const isEmail =
    email.length <= maxEmailLength && email.isWellFormed() && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email);
  return isEmail ? email : undefined;
}

/**
 * The same for an address that somebody chooses for another person. Format characters are invisible or turn text around, so that
 * one address looks like another in a list of users.
 */
export function cleanNewEmail(value: string): string | undefined {
  const email = cleanEmail(value);
  return email !== undefined && !/\p{Cf}/u.test(email) ? email : undefined;
}

/**
 * The same for an address for which a provider vouches: nothing but the case of its letters may differ from what is stored. Some
 * characters have an ASCII letter as their usual form, and would make it the address of somebody else.
 */
export function cleanVouchedEmail(value: string): string | undefined {
  return value === value.trim().normalize('NFC') ? cleanNewEmail(value) : undefined;
}
