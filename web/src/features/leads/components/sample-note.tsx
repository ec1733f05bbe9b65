import { Info } from '@/components/ui/product-icons';

export const SampleNote = () => (
  <p className="flex gap-3 rounded-control border border-money-line bg-money-soft px-4 py-3">
    <Info aria-hidden className="mt-[3px] size-5 shrink-0 text-money" />
    <span>
      <span className="font-semibold text-money">These are samples.</span> Nobody in this list is real, and
      nothing was charged. Your own leads take its place with the first one that is sold to you.
    </span>
  </p>
);
