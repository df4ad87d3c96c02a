/** The body of a webhook. */

export interface EventToSend {
  readonly eventId: string;
  readonly type: string;
  readonly at: Date;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly auditHead: { readonly chain: string; readonly number: number; readonly hash: string } | null;
}

export function envelopeOf(event: EventToSend) {
  return {
    id: event.eventId,
    type: event.type,
    timestamp: event.at.toISOString(),
    team: event.teamId === null ? null : { id: event.teamId, name: event.teamName },
    // As of this attempt: a receiver that keeps it notices an audit log that was cut or altered later.
    audit_head: event.auditHead,
    data: event.data,
  };
}
