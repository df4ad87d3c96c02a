import type { Config } from '../config/config.ts';
import type { Finding } from './examine.ts';

const check = 'public address';

/** Behind a proxy, the host in the browser and the port of the listener are hardly ever the public address. */
export function examinePublicUrl({ publicUrl, trustedProxies }: Config): Finding[] {
  if (publicUrl !== undefined) return [{ check, ok: true, detail: publicUrl }];
  if (trustedProxies.length === 0) return [];
  return [
    {
      check,
      ok: true,
      isWarning: true,
      detail: 'a proxy is trusted, and DRAGOMAN_PUBLIC_URL is not set',
      remedy:
        'Set DRAGOMAN_PUBLIC_URL to the address of the API that callers use. Until then, the dashboard shows the host in the browser with the port of the public listener.',
    },
  ];
}
