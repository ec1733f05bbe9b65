import { Info } from '@/components/ui/icons';

export const SampleNote = () => (
  <p className="flex gap-3 rounded-control border border-money-line bg-money-soft px-4 py-3">
    <Info aria-hidden className="mt-[3px] size-5 shrink-0 text-money" />
    <span>
      <span className="font-semibold text-money">These are samples.</span> None of these people are real, and
      nothing was charged. Your own leads will replace them once the first one is sold to you.
    </span>
  </p>
);
