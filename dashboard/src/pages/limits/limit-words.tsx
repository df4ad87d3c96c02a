/** Descriptions of the limits: the value, the effect of reaching it, and what to do then. */
import type { ReactNode } from 'react';
import type { Summary } from '../../api/queries.ts';
import type { Limits } from '../../api/team-queries.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatBytes, formatCharacters, formatDay, formatList, formatNumber } from '../../lib/format.ts';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';
import type { Limit } from './limit-table.tsx';

const limit = (name: string, value: string, words: ReactNode): Limit => ({ name, value, words });

const tooLarge = <Status status={413} code="payload_too_large" />;
const invalid = <Status status={400} code="invalid_request" />;
const conflict = <Status status={409} code="conflict" />;
const exceeded = <Status status={456} code="quota_exceeded" />;
const limited = <Status status={429} code="rate_limited" />;

/** Used quota and credit change with every call, so they come from the summary, which refreshes more often. */
export function quotaLimits({ monthly_quota }: Limits, summary: Summary | undefined): Limit[] {
  return [
    limit(
      t('Monthly quota'),
      formatCharacters(monthly_quota),
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
    ),
    limit(
      t('Credit'),
      summary === undefined ? '–' : formatCharacters(summary.credit_left),
      <Message
        text="Prepaid; does not expire. A call that quota and credit together do not cover is refused with {exceeded}; no part of it is translated."
        values={{ exceeded }}
      />,
    ),
  ];
}

export function speedLimits(limits: Limits): Limit[] {
  const wait = (
    <Message
      text="Above the limit, calls get {limited}. Wait as long as <code>Retry-After</code> says."
      values={{ limited }}
    />
  );
  const burst = formatNumber(limits.requests_burst);
  return [
    limit(
      t('Requests per second'),
      formatNumber(limits.requests_per_second),
      <Message
        text="Across all keys and nodes; bursts of up to {burst} after a pause. {wait}"
        values={{ burst, wait }}
      />,
    ),
    limit(
      t('Characters per minute'),
      formatNumber(limits.characters_per_minute),
      <Message
        text="Across all keys and nodes. A full minute's worth can be used at once, and a call of the maximum size is always allowed. {wait}"
        values={{ wait }}
      />,
    ),
    limit(
      t('Calls in flight'),
      formatNumber(limits.calls_in_flight),
      <Message text="At the same time, on each node. {wait}" values={{ wait }} />,
    ),
  ];
}

export function callLimits({ call }: Limits): Limit[] {
  return [
    limit(
      t('Texts'),
      formatNumber(call.texts),
      <Message
        text="A call with more is refused with {invalid}. Split it into several calls."
        values={{ invalid }}
      />,
    ),
    limit(
      t('Characters'),
      formatNumber(call.characters),
      <Message
        text="In all texts together. A call with more is refused with {tooLarge}. Split it into several calls."
        values={{ tooLarge }}
      />,
    ),
    limit(
      t('Characters of context'),
      formatNumber(call.context_characters),
      <Message
        text="A call with more is refused with {invalid}. Context is not charged, but it counts toward the characters per minute once for each text."
        values={{ invalid }}
      />,
    ),
    limit(
      t('Body'),
      formatBytes(call.body_bytes),
      <Message
        text="A larger body is refused with {tooLarge} before it is read completely."
        values={{ tooLarge }}
      />,
    ),
  ];
}

export function glossaryLimits({ glossaries }: Limits): Limit[] {
  return [
    limit(
      t('Glossaries'),
      formatNumber(glossaries.count),
      <Message
        text="Creating another is refused with {conflict}. Delete one that is no longer used."
        values={{ conflict }}
      />,
    ),
    limit(
      t('Dictionaries of a glossary'),
      formatNumber(glossaries.dictionaries),
      <Message
        text="One for each language pair. Adding another is refused with {conflict}."
        values={{ conflict }}
      />,
    ),
    limit(
      t('Size of a dictionary'),
      formatBytes(glossaries.dictionary_bytes),
      <Message
        text="As TSV. A larger one is refused with {tooLarge}. Split it into several glossaries."
        values={{ tooLarge }}
      />,
    ),
  ];
}

export function engineLimits({ engines, cache }: Limits): Limit[] {
  return [
    limit(
      t('Engines'),
      engines === null ? t('all') : formatList(engines),
      engines === null ? (
        <Message
          text="In the operator's order. A call that names another engine is refused with {invalid}."
          values={{ invalid }}
        />
      ) : (
        <Message
          text="In this order. A call that names another engine is refused with {invalid}."
          values={{ invalid }}
        />
      ),
    ),
    limit(
      t('Cache'),
      cache ? t('on') : t('off'),
      cache
        ? t(
            'Private to the team, and encrypted outside the process. Texts from the cache count like any other.',
          )
        : t('Caching is off for this team; every text is translated again.'),
    ),
  ];
}

function Status({ status, code }: { status: number; code: string }) {
  return (
    <>
      {status} <code>{code}</code>
    </>
  );
}
