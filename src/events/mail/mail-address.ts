/** Narrower than the addresses that people sign in with: nothing in it can end a header or add a recipient. */
const pattern = /^[^\s@<>(),;:"'\\[\]\p{Cc}\p{Cf}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/u;

/** Returns the address in lower case, or undefined if mail cannot be sent there. */
export function readMailAddress(value: string): string | undefined {
  const address = value.trim().normalize('NFC').toLowerCase();
  return address.length <= 254 && address.isWellFormed() && pattern.test(address) ? address : undefined;
}

export function isInDomains(address: string, domains: readonly string[]): boolean {
  return domains.includes(address.slice(address.lastIndexOf('@') + 1));
}
