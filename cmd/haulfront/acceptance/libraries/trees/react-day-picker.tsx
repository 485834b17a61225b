import { useState } from "react";
import { DayPicker } from "react-day-picker";
import { de } from "react-day-picker/locale";

export function Tree() {
  const [month, setMonth] = useState(new Date(2026, 2, 1));
  return (
    <section>
      <DayPicker
        mode="single"
        month={month}
        onMonthChange={setMonth}
        today={new Date(2026, 2, 30)}
        selected={new Date(2026, 2, 12)}
        disabled={{ dayOfWeek: [0] }}
        showOutsideDays
        showWeekNumber
      />
      <DayPicker mode="range" locale={de} defaultMonth={new Date(2026, 11, 1)} today={new Date(2026, 2, 30)} fixedWeeks />
      <button className="next" onClick={() => setMonth(new Date(2026, 3, 1))}>
        April
      </button>
    </section>
  );
}
