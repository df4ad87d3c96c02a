import type { Config } from '../config/config.ts';
import { dayOf, readCertificate, renewalOverdueMs } from '../config/public-certificate.ts';
import { type Finding, fault } from './examine.ts';

const check = 'certificate';

export async function examineCertificate(
  { publicCertificate }: Config,
  now = Date.now(),
): Promise<Finding[]> {
  if (publicCertificate === undefined) return [];
  try {
    const { names, validUntil } = await readCertificate(publicCertificate, now);
    const finding = { check, ok: true, detail: `${names.join(', ')}, until ${dayOf(validUntil)}` };
    if (validUntil.getTime() - now > renewalOverdueMs) return [finding];
    const remedy = 'Renew it: serve takes the new files within a minute, without a restart.';
    return [{ ...finding, isWarning: true, remedy }];
  } catch (error) {
    return [fault(check, error, 'Check the certificate as docs/run/tls.md describes.')];
  }
}
