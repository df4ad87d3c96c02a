/** Descriptions of the limits: the value, the effect of reaching it, and what to do then. */
import type { ReactNode } from 'react';
import type { Summary } from '../../api/queries.ts';
import type { Limits } from '../../api/team-queries.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatBytes, formatCount, formatDay, formatNumber } from '../../lib/format.ts';
import type { Limit } from './limit-table.tsx';

/** Used quota and credit change with every call, so they come from the summary, which refreshes more often. */
export function quotaLimits({ monthly_quota }: Limits, summary: Summary | undefined): Limit[] {
  return [
    {
      name: 'Monthly quota',
      value: formatCount(monthly_quota, 'character'),
      words: (
        <>
          {summary && (
            <>
              {formatNumber(summary.quota_used)} used. A new quota starts on {formatDay(summary.period_end)} (
              <RelativeTime time={summary.period_end} />
              ).{' '}
            </>
          )}
          When it is used up, calls use the credit.
        </>
      ),
    },
    {
      name: 'Credit',
      value: summary === undefined ? '–' : formatCount(summary.credit_left, 'character'),
      words: (
        <>
          Prepaid; does not expire. A call that quota and credit together do not cover is refused with{' '}
          <Status code="quota_exceeded">456</Status>; no part of it is translated.
        </>
      ),
    },
  ];
}

export function speedLimits(limits: Limits): Limit[] {
  const wait = (
    <>
      Above the limit, calls get <Status code="rate_limited">429</Status>. Wait as long as{' '}
      <code>Retry-After</code> says.
    </>
  );
  return [
    {
      name: 'Requests per second',
      value: formatNumber(limits.requests_per_second),
      words: (
        <>
          Across all keys and nodes; bursts of up to {formatNumber(limits.requests_burst)} after a pause.{' '}
          {wait}
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
  const tooLarge = <Status code="payload_too_large">413</Status>;
  const wrong = <Status code="invalid_request">400</Status>;
  return [
    {
      name: 'Texts',
      value: formatNumber(call.texts),
      words: <>A call with more is refused with {wrong}. Split it into several calls.</>,
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
          A call with more is refused with {wrong}. Context is not charged, but it counts toward the
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
  const conflict = <Status code="conflict">409</Status>;
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
      words: (
        <>
          As TSV. A larger one is refused with <Status code="payload_too_large">413</Status>. Split it into
          several glossaries.
        </>
      ),
    },
  ];
}

export function engineLimits({ engines, cache }: Limits): Limit[] {
  return [
    {
      name: 'Engines',
      value: engines === null ? 'all' : engines.join(', '),
      words: (
        <>
          {engines === null ? "In the operator's order" : 'In this order'}. A call that names another engine
          is refused with <Status code="invalid_request">400</Status>.
        </>
      ),
    },
    {
      name: 'Cache',
      value: cache ? 'on' : 'off',
      words: cache
        ? 'Private to the team, and encrypted outside the process. Texts from the cache count like any other.'
        : 'Caching is off for this team; every text is translated again.',
    },
  ];
}

function Status({ code, children }: { code: string; children: ReactNode }) {
  return (
    <>
      {children} <code>{code}</code>
    </>
  );
}
