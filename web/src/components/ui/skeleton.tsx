import { clsx } from 'clsx';

export const Skeleton = ({ className }: { className?: string }) => (
  <div
    aria-hidden
    className={clsx('animate-[breathe_1.6s_ease-in-out_infinite] rounded-control bg-line/70', className)}
  />
);
