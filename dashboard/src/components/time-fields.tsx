import { useState } from 'react';
import { t, tIn } from '../lib/messages.ts';
import { daysOf, isDay, lastDays, months, type TimeRange } from '../lib/time-range.ts';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

const custom = 'custom';
const words = (): Readonly<Record<number, string>> => ({ 1: t('Last 24 hours'), 365: t('Last 12 months') });
const choices = () => [
  ...lastDays.map((days) => ({
    value: String(days),
    label: words()[days] ?? t('Last {days} days', { days }),
  })),
  { value: 'this', label: t('This month') },
  { value: 'previous', label: t('Previous month') },
  { value: custom, label: t('From – to') },
];

export function TimeFields({ range, onChange }: { range: TimeRange; onChange: (range: TimeRange) => void }) {
  const choose = (value: string) => onChange(rangeOf(value, range));
  return (
    <>
      <Select label={tIn('period', 'Time')} choices={choices()} value={choiceOf(range)} onChange={choose} />
      {range.kind === 'custom' && <DayFields range={range} onChange={onChange} />}
    </>
  );
}

function choiceOf(range: TimeRange): string {
  if (range.kind === 'last') return String(range.days);
  return range.kind === 'month' ? range.month : custom;
}

function rangeOf(value: string, before: TimeRange): TimeRange {
  const month = months.find((some) => some === value);
  if (month !== undefined) return { kind: 'month', month };
  return value === custom
    ? { kind: 'custom', ...daysOf(before, Date.now()) }
    : { kind: 'last', days: Number(value) };
}

/** An incomplete day stays in its field; the range changes as soon as both days are valid and in order. */
function DayFields({
  range,
  onChange,
}: {
  range: TimeRange & { kind: 'custom' };
  onChange: (range: TimeRange) => void;
}) {
  const [typed, setTyped] = useState({ from: range.from, to: range.to });
  const isBackwards = isDay(typed.from) && isDay(typed.to) && typed.from > typed.to;
  const type = (change: Partial<typeof typed>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) onChange({ kind: 'custom', ...next });
  };
  return (
    <>
      <Field
        label={tIn('first day of a period', 'From')}
        type="date"
        required
        value={typed.from}
        onChange={(from) => type({ from })}
      />
      <Field
        label={tIn('last day of a period', 'To')}
        type="date"
        required
        value={typed.to}
        aria-invalid={isBackwards}
        onChange={(to) => type({ to })}
      />
      {isBackwards && (
        <p className="bad small" role="alert">
          {t('The first day is after the last one.')}
        </p>
      )}
    </>
  );
}
