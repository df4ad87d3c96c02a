/** Descriptions of the limits: the value, the effect of reaching it, and what to do then. */
import type { Summary } from '../../api/queries.ts';
import type { Limits } from '../../api/team-queries.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatBytes, formatCharacters, formatDay, formatList, formatNumber } from '../../lib/format.ts';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';
import type { Limit } from './limit-table.tsx';

const tooLarge = <Status status={413} code="payload_too_large" />;
const invalid = <Status status={400} code="invalid_request" />;
const conflict = <Status status={409} code="conflict" />;
const exceeded = <Status status={456} code="quota_exceeded" />;
const limited = <Status status={429} code="rate_limited" />;

/** Used quota and credit change with every call, so they come from the summary, which refreshes more often. */
export function quotaLimits({ monthly_quota }: Limits, summary: Summary | undefined): Limit[] {
  return [
    {
      name: t('Monthly quota'),
      value: formatCharacters(monthly_quota),
      words:
        summary === undefined ? (
          t('When it is used up, calls use the credit.')
        ) : (
          <Message
            text="{quotaUsed, plural, one {# character} other {# characters}} used. A new quota starts on {periodEnd} ({relativeTime}). When it is used up, calls use the credit."
            values={{
              quotaUsed: summary.quota_used,
              periodEnd: formatDay(summary.period_end),
              relativeTime: <RelativeTime time={summary.period_end} />,
            }}
          />
        ),
    },
    {
      name: t('Credit'),
      value: summary === undefined ? '–' : formatCharacters(summary.credit_left),
      words: (
        <>
          <Message
            text="Prepaid; does not expire. A call that quota and credit together do not cover is refused with {exceeded}; no part of it is translated."
            values={{ exceeded }}
          />
        </>
      ),
    },
  ];
}

export function speedLimits(limits: Limits): Limit[] {
  const wait = (
    <>
      <Message
        text="Above the limit, calls get {limited}. Wait as long as <code>Retry-After</code> says."
        values={{ limited }}
      />
    </>
  );
  const burst = formatNumber(limits.requests_burst);
  return [
    {
      name: t('Requests per second'),
      value: formatNumber(limits.requests_per_second),
      words: (
        <>
          <Message
            text="Across all keys and nodes; bursts of up to {burst} after a pause. {wait}"
            values={{ burst, wait }}
          />
        </>
      ),
    },
    {
      name: t('Characters per minute'),
      value: formatNumber(limits.characters_per_minute),
      words: (
        <>
          <Message
            text="Across all keys and nodes. A full minute's worth can be used at once, and a call of the maximum size is always allowed. {wait}"
            values={{ wait }}
          />
        </>
      ),
    },
    {
      name: t('Calls in flight'),
      value: formatNumber(limits.calls_in_flight),
      words: (
        <>
          <Message text="At the same time, on each node. {wait}" values={{ wait }} />
        </>
      ),
    },
  ];
}

export function callLimits({ call }: Limits): Limit[] {
  return [
    {
      name: t('Texts'),
      value: formatNumber(call.texts),
      words: (
        <>
          <Message
            text="A call with more is refused with {invalid}. Split it into several calls."
            values={{ invalid }}
          />
        </>
      ),
    },
    {
      name: t('Characters'),
      value: formatNumber(call.characters),
      words: (
        <>
          <Message
            text="In all texts together. A call with more is refused with {tooLarge}. Split it into several calls."
            values={{ tooLarge }}
          />
        </>
      ),
    },
    {
      name: t('Characters of context'),
      value: formatNumber(call.context_characters),
      words: (
        <>
          <Message
            text="A call with more is refused with {invalid}. Context is not charged, but it counts toward the characters per minute once for each text."
            values={{ invalid }}
          />
        </>
      ),
    },
    {
      name: t('Body'),
      value: formatBytes(call.body_bytes),
      words: (
        <>
          <Message
            text="A larger body is refused with {tooLarge} before it is read completely."
            values={{ tooLarge }}
          />
        </>
      ),
    },
  ];
}

export function glossaryLimits({ glossaries }: Limits): Limit[] {
  return [
    {
      name: t('Glossaries'),
      value: formatNumber(glossaries.count),
      words: (
        <>
          <Message
            text="Creating another is refused with {conflict}. Delete one that is no longer used."
            values={{ conflict }}
          />
        </>
      ),
    },
    {
      name: t('Dictionaries of a glossary'),
      value: formatNumber(glossaries.dictionaries),
      words: (
        <>
          <Message
            text="One for each language pair. Adding another is refused with {conflict}."
            values={{ conflict }}
          />
        </>
      ),
    },
    {
      name: t('Size of a dictionary'),
      value: formatBytes(glossaries.dictionary_bytes),
      words: (
        <>
          <Message
            text="As TSV. A larger one is refused with {tooLarge}. Split it into several glossaries."
            values={{ tooLarge }}
          />
        </>
      ),
    },
  ];
}

export function engineLimits({ engines, cache }: Limits): Limit[] {
  const ownOrder = (
    <>
      <Message
        text="In the operator's order. A call that names another engine is refused with {invalid}."
        values={{ invalid }}
      />
    </>
  );
  const order = (
    <>
      <Message
        text="In this order. A call that names another engine is refused with {invalid}."
        values={{ invalid }}
      />
    </>
  );
  return [
    engines === null
      ? { name: t('Engines'), value: t('all'), words: ownOrder }
      : { name: t('Engines'), value: formatList(engines), words: order },
    {
      name: t('Cache'),
      value: cache ? t('on') : t('off'),
      words: cache
        ? t(
            'Private to the team, and encrypted outside the process. Texts from the cache count like any other.',
          )
        : t('Caching is off for this team; every text is translated again.'),
    },
  ];
}

function Status({ status, code }: { status: number; code: string }) {
  return (
    <>
      {status} <code>{code}</code>
    </>
  );
}
