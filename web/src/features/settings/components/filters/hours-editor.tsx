import type { WeeklyPeriod } from '@desk/contracts/leads/filters.schemas';
import { MINUTES_PER_DAY, weekdayNames, weekdays } from '@desk/contracts/leads/filters.values';
import { clsx } from 'clsx';
import { useState } from 'react';
import { inputClasses } from '@/components/ui/input-classes';
import { formatMinute } from '@/lib/format-minute';
import { formatTimeZone } from '@/lib/format-time-zone';
import { addDays, listTimes, periodsOf, withoutDay } from '../../lib/hours';

interface TimeProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (minute: number) => void;
}

const Time = ({ label, value, min, max, onChange }: TimeProps) => (
  <select
    aria-label={label}
    value={value}
    className={clsx(inputClasses, 'tabular w-32! cursor-pointer')}
    onChange={({ target }) => onChange(Number(target.value))}
  >
    {listTimes(min, max, value).map((minute) => (
      <option key={minute} value={minute}>
        {formatMinute(minute)}
      </option>
    ))}
  </select>
);

interface DayProps {
  name: string;
  periods: readonly WeeklyPeriod[];
  onToggle: (isChosen: boolean) => void;
  onChange: (periods: WeeklyPeriod[]) => void;
}

const Day = ({ name, periods, onToggle, onChange }: DayProps) => (
  <div className="flex min-h-12 flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-1 last:border-0">
    <label className="flex min-h-10 w-36 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        className="checkbox"
        checked={periods.length > 0}
        onChange={({ target }) => onToggle(target.checked)}
      />
      {name}
    </label>
    <div className="grid gap-1">
      {periods.map((period, index) => {
        const edit = (change: Partial<WeeklyPeriod>) =>
          onChange(periods.map((each, position) => (position === index ? { ...each, ...change } : each)));
        return (
          <div key={index} className="flex items-center gap-2">
            <Time
              label={`${name} from`}
              value={period.from}
              min={periods[index - 1]?.to ?? 0}
              max={period.to - 1}
              onChange={(from) => edit({ from })}
            />
            <span className="text-muted">to</span>
            <Time
              label={`${name} to`}
              value={period.to}
              min={period.from + 1}
              max={periods[index + 1]?.from ?? MINUTES_PER_DAY}
              onChange={(to) => edit({ to })}
            />
          </div>
        );
      })}
    </div>
  </div>
);

const workingDays = weekdays.slice(0, 5);

interface HoursEditorProps {
  hours: readonly WeeklyPeriod[];
  timeZone: string;
  onChange: (hours: WeeklyPeriod[]) => void;
}

/** Hours of the week in which leads may come. No day checked means any time. */
export function HoursEditor({ hours, timeZone, onChange }: HoursEditorProps) {
  const [lastDay, setLastDay] = useState(0);
  const toggle = (days: readonly number[], isChosen: boolean) =>
    onChange(isChosen ? addDays(hours, days, lastDay) : hours.filter(({ day }) => !days.includes(day)));
  const chosen = workingDays.filter((day) => periodsOf(hours, day).length > 0);
  return (
    <fieldset>
      <legend className="font-semibold">
        Weekly hours{' '}
        <span className="font-normal text-muted">
          {hours.length === 0 ? 'Any time' : `In ${formatTimeZone(timeZone)}`}
        </span>
      </legend>
      <label className="mt-1 flex min-h-12 cursor-pointer items-center gap-2.5 border-b border-line">
        <input
          type="checkbox"
          className="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < workingDays.length;
          }}
          checked={chosen.length === workingDays.length}
          onChange={({ target }) => toggle(workingDays, target.checked)}
        />
        Weekdays
      </label>
      {weekdays.map((day) => (
        <Day
          key={day}
          name={weekdayNames[day - 1] ?? ''}
          periods={periodsOf(hours, day)}
          onToggle={(isChosen) => toggle([day], isChosen)}
          onChange={(periods) => {
            setLastDay(day);
            onChange([...withoutDay(hours, day), ...periods]);
          }}
        />
      ))}
    </fieldset>
  );
}
