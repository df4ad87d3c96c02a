/** Sends events as plain text mails over SMTP. */
import nodemailer from 'nodemailer';
import type { SmtpConfig } from '../../config/events.ts';
import { describeTlsFailure } from '../../lib/tls-failures.ts';
import type { DueDelivery } from '../../store/postgres/event-deliveries.ts';
import { maxMail, type SendAnswer } from '../event-deliveries.ts';
import { describeEvent } from './describe-event.ts';
import { isInDomains } from './mail-address.ts';

export interface Mailer {
  send(delivery: DueDelivery): Promise<SendAnswer>;
  close(): void;
}

/**
 * Of the time-out, for a whole attempt: each step has the time-out of its own, and a server that sends a byte now and then would
 * never reach it. The attempt has to end before its lease.
 */
const attemptFactor = 3;

/** `domains`: to which any team may have mail sent. */
export function openMailer(smtp: SmtpConfig, domains: readonly string[], timeoutMs: number): Mailer {
  const transport = nodemailer.createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls === 'tls',
    requireTLS: smtp.tls === 'starttls',
    ignoreTLS: smtp.tls === 'none',
    ...(smtp.user !== undefined && { auth: { user: smtp.user, pass: smtp.password ?? '' } }),
    pool: true,
    maxConnections: maxMail,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Neither files nor URLs are read for a mail, whatever its text looks like.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = smtp.from.slice(smtp.from.lastIndexOf('@') + 1);
  return {
    async send(delivery) {
      // Somebody who has left the team hears no more of it.
      if (!delivery.isToMember && !isInDomains(delivery.address, domains))
        return { ok: false, reason: 'address_not_allowed' };
      const { subject, text } = describeEvent(delivery);
      try {
        await transport.sendMail({
          from: { name: 'Dragoman', address: smtp.from },
          to: { name: '', address: delivery.address },
          // One for each event and destination: a mail that is sent twice is recognised as the same.
          messageId: `<${delivery.eventId}.${delivery.destinationId}@${host}>`,
          date: delivery.at,
          subject,
          text,
          signal: AbortSignal.timeout(attemptFactor * timeoutMs),
          headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
        });
        return { ok: true, status: undefined };
      } catch (error) {
        return { ok: false, ...reasonOf(error) };
      }
    },
    close: () => transport.close(),
  };
}

/** The library replaces the code of a failed handshake, and keeps it in `originalCode`. */
interface MailError {
  readonly code?: string;
  readonly originalCode?: string;
  readonly responseCode?: number;
}

function reasonOf(error: unknown): { reason: string; status?: number } {
  const { code = '', originalCode = code, responseCode } = error as MailError;
  const cause = Object.assign(new Error(), { code: originalCode });
  if (code === 'ETLS' || describeTlsFailure(cause) !== undefined) return { reason: 'tls' };
  if (code === 'EAUTH') return { reason: 'sign_in_refused' };
  if (responseCode !== undefined) return { reason: 'status', status: responseCode };
  if (code === 'ETIMEDOUT' || code === 'EABORT') return { reason: 'timeout' };
  if (code === 'EDNS') return { reason: 'no_address' };
  return { reason: code === 'ECONNECTION' || code === 'ESOCKET' ? 'unreachable' : 'connection_lost' };
}
