/** Descriptions of the limits: the value, the effect of reaching it, and what to do then. */
import type { Summary } from '../../api/queries.ts';
import type { Limits } from '../../api/team-queries.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatBytes, formatCharacters, formatDay, formatNumber } from '../../lib/format.ts';
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
      name: 'Monthly quota',
      value: formatCharacters(monthly_quota),
      words:
        summary === undefined ? (
          'When it is used up, calls use the credit.'
        ) : (
          <>
            {formatNumber(summary.quota_used)} used. A new quota starts on {formatDay(summary.period_end)} (
            <RelativeTime time={summary.period_end} />
            ). When it is used up, calls use the credit.
          </>
        ),
    },
    {
      name: 'Credit',
      value: summary === undefined ? '–' : formatCharacters(summary.credit_left),
      words: (
        <>
          Prepaid; does not expire. A call that quota and credit together do not cover is refused with{' '}
          {exceeded}; no part of it is translated.
        </>
      ),
    },
  ];
}

export function speedLimits(limits: Limits): Limit[] {
  const wait = (
    <>
      Above the limit, calls get {limited}. Wait as long as <code>Retry-After</code> says.
    </>
  );
  const burst = formatNumber(limits.requests_burst);
  return [
    {
      name: 'Requests per second',
      value: formatNumber(limits.requests_per_second),
      words: (
        <>
          Across all keys and nodes; bursts of up to {burst} after a pause. {wait}
        </>
      ),
    },
    {
      name: 'Characters per minute',
      value: formatNumber(limits.characters_per_minute),
      words: (
        <>
          Across all keys and nodes. A full minute's worth can be used at once, and a call of the maximum size
          is always allowed. {wait}
        </>
      ),
    },
    {
      name: 'Calls in flight',
      value: formatNumber(limits.calls_in_flight),
      words: <>At the same time, on each node. {wait}</>,
    },
  ];
}

export function callLimits({ call }: Limits): Limit[] {
  return [
    {
      name: 'Texts',
      value: formatNumber(call.texts),
      words: <>A call with more is refused with {invalid}. Split it into several calls.</>,
    },
    {
      name: 'Characters',
      value: formatNumber(call.characters),
      words: (
        <>In all texts together. A call with more is refused with {tooLarge}. Split it into several calls.</>
      ),
    },
    {
      name: 'Characters of context',
      value: formatNumber(call.context_characters),
      words: (
        <>
          A call with more is refused with {invalid}. Context is not charged, but it counts toward the
          characters per minute once for each text.
        </>
      ),
    },
    {
      name: 'Body',
      value: formatBytes(call.body_bytes),
      words: <>A larger body is refused with {tooLarge} before it is read completely.</>,
    },
  ];
}

export function glossaryLimits({ glossaries }: Limits): Limit[] {
  return [
    {
      name: 'Glossaries',
      value: formatNumber(glossaries.count),
      words: <>Creating another is refused with {conflict}. Delete one that is no longer used.</>,
    },
    {
      name: 'Dictionaries of a glossary',
      value: formatNumber(glossaries.dictionaries),
      words: <>One for each language pair. Adding another is refused with {conflict}.</>,
    },
    {
      name: 'Size of a dictionary',
      value: formatBytes(glossaries.dictionary_bytes),
      words: <>As TSV. A larger one is refused with {tooLarge}. Split it into several glossaries.</>,
    },
  ];
}

export function engineLimits({ engines, cache }: Limits): Limit[] {
  const ownOrder = <>In the operator's order. A call that names another engine is refused with {invalid}.</>;
  const order = <>In this order. A call that names another engine is refused with {invalid}.</>;
  return [
    engines === null
      ? { name: 'Engines', value: 'all', words: ownOrder }
      : { name: 'Engines', value: engines.join(', '), words: order },
    {
      name: 'Cache',
      value: cache ? 'on' : 'off',
      words: cache
        ? 'Private to the team, and encrypted outside the process. Texts from the cache count like any other.'
        : 'Caching is off for this team; every text is translated again.',
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
