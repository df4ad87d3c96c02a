/** The name of a translated file in its address: which document it is, the secret that grants access, the file name. */
interface Named {
  readonly teamId: string;
  readonly id: string;
  readonly documentKey: string;
}

/** Two ids of 16 bytes in base64url. */
const idsLength = 43;

export function toDownloadName({ teamId, id, documentKey }: Named, fileName: string): string {
  const ids = Buffer.from((teamId + id).replaceAll('-', ''), 'hex').toString('base64url');
  return `${ids}${documentKey}.${encodeURIComponent(fileName)}`;
}

/** Returns undefined for a name that this server did not write. */
export function readDownloadName(name: string): Named | undefined {
  const [, ids = '', documentKey] = /^([\w-]{43})([0-9A-Za-z]{16,128})\./.exec(name.slice(0, 200)) ?? [];
  if (documentKey === undefined || ids.length !== idsLength) return undefined;
  const bytes = Buffer.from(ids, 'base64url').toString('hex');
  return { teamId: uuidOf(bytes.slice(0, 32)), id: uuidOf(bytes.slice(32)), documentKey };
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
