import { lazy, Suspense } from 'react';
import { t, tIn } from '../lib/messages.ts';
import { daysOf, lastDays, months, type TimeRange } from '../lib/time-range.ts';
import { Select } from './select.tsx';

/** The calendar is only for pages with a time, which show everything else before it is there. */
const DayRange = lazy(async () => ({ default: (await import('./day-range.tsx')).DayRange }));

const [today, custom] = ['today', 'custom'] as const;
const words = (): Readonly<Record<number, string>> => ({ 1: t('Last 24 hours'), 365: t('Last 12 months') });
const choices = () => [
  { value: today, label: t('Today') },
  ...lastDays.map((days) => ({
    value: String(days),
    label: words()[days] ?? t('{days, plural, one {Last # day} other {Last # days}}', { days }),
  })),
  { value: 'this', label: t('This month') },
  { value: 'previous', label: t('Previous month') },
  { value: custom, label: t('From – to') },
];

/** A usual range by its name, or any days from a calendar. */
export function TimeFields({ range, onChange }: { range: TimeRange; onChange: (range: TimeRange) => void }) {
  const choose = (value: string) => onChange(rangeOf(value, range));
  const days = daysOf(range, Date.now());
  return (
    <>
      <Select label={tIn('period', 'Time')} choices={choices()} value={choiceOf(range)} onChange={choose} />
      <Suspense fallback={<div className="day-range-space" />}>
        <DayRange days={days} onChange={(chosen) => onChange({ kind: custom, ...chosen })} />
      </Suspense>
    </>
  );
}

function choiceOf(range: TimeRange): string {
  if (range.kind === 'last') return String(range.days);
  return range.kind === 'month' ? range.month : range.kind;
}

function rangeOf(value: string, before: TimeRange): TimeRange {
  if (value === today) return { kind: today };
  const month = months.find((some) => some === value);
  if (month !== undefined) return { kind: 'month', month };
  return value === custom
    ? { kind: custom, ...daysOf(before, Date.now()) }
    : { kind: 'last', days: Number(value) };
}
