import { parseDate, today } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { DateRangePicker, Group, Label } from 'react-aria-components/DateRangePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar';
import { t } from '../lib/messages.ts';
import '../styles/day-range.css';

interface Days {
  readonly from: string;
  readonly to: string;
}

interface DayRangeProps {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** First and last day, typed or from a calendar. Incomplete days stay in the field until both are valid and in order. */
export function DayRange({ days, onChange }: DayRangeProps) {
  const [value, setValue] = useState<Range | null>(() => rangeOf(days));
  const [known, setKnown] = useState(days);
  // Days that were chosen elsewhere replace those in the field. Its own are in it already.
  if (known.from !== days.from || known.to !== days.to) {
    setKnown(days);
    if (value?.start.toString() !== days.from || value.end.toString() !== days.to) setValue(rangeOf(days));
  }
  // The ledger's days are those of UTC, so the calendar's last day is too.
  const lastDay = today('UTC');
  const change = (next: Range | null) => {
    setValue(next);
    if (next === null || next.start.compare(firstDay) < 0) return;
    if (next.start.compare(next.end) > 0 || next.end.compare(lastDay) > 0) return;
    const chosen = { from: next.start.toString(), to: next.end.toString() };
    if (chosen.from !== days.from || chosen.to !== days.to) onChange(chosen);
  };
  return (
    <DateRangePicker className="field" value={value} minValue={firstDay} maxValue={lastDay} onChange={change}>
      <Label className="label">{t('Days (UTC)')}</Label>
      <Group className="input day-range">
        <DateInput slot="start" className="day-input">
          {(segment) => <DateSegment segment={segment} className="day-segment" />}
        </DateInput>
        <span aria-hidden="true">–</span>
        <DateInput slot="end" className="day-input">
          {(segment) => <DateSegment segment={segment} className="day-segment" />}
        </DateInput>
        <Button className="day-open">
          <CalendarDays aria-hidden="true" />
        </Button>
      </Group>
      <Popover className="popover day-popover">
        <Dialog className="day-dialog">
          <Calendar />
          <p className="quiet small">{t('Days are counted in UTC.')}</p>
        </Dialog>
      </Popover>
    </DateRangePicker>
  );
}

/** Before any ledger. A year that is being typed is not asked for digit by digit. */
const firstDay = parseDate('2000-01-01');

function rangeOf({ from, to }: Days): Range {
  return { start: parseDate(from), end: parseDate(to) };
}

type CalendarDate = ReturnType<typeof parseDate>;

interface Range {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}

function Calendar() {
  return (
    <RangeCalendar>
      <header className="day-head">
        <Button slot="previous" className="button button-plain">
          <ChevronLeft aria-hidden="true" className="mirrored" />
        </Button>
        <Heading className="day-month" />
        <Button slot="next" className="button button-plain">
          <ChevronRight aria-hidden="true" className="mirrored" />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="quiet small">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className="day-cell" />}</CalendarGridBody>
      </CalendarGrid>
    </RangeCalendar>
  );
}
