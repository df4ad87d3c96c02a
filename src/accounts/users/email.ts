/** E-mail addresses serve as account names; nothing is ever sent to them. */
export const emailRule = 'An e-mail address looks like name@example.org.';

/** Returns the address in the form that is stored and compared, or undefined if it is not an address. */
export function cleanEmail(value: string): string | undefined {
  const email = value.trim().normalize('NFC').toLowerCase();
  const isEmail = email.length <= 254 && email.isWellFormed() && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email);
  return isEmail ? email : undefined;
}
