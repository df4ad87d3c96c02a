/** E-mail addresses as names of accounts: nothing is ever sent to them. */
export const emailRule = 'An e-mail address looks like name@example.org.';

/** The address in the one form that is stored and compared, or undefined when it is none. */
export function cleanEmail(value: string): string | undefined {
  const email = value.trim().normalize('NFC').toLowerCase();
  const isEmail = email.length <= 254 && email.isWellFormed() && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email);
  return isEmail ? email : undefined;
}
