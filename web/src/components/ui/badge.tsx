import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Tone } from '@/lib/tone';

const tones: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink',
  brand: 'border-transparent bg-brand-soft text-brand',
  money: 'border-transparent bg-money-soft text-money',
  danger: 'border-transparent bg-danger-soft text-danger',
};

interface BadgeProps {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}

export const Badge = ({ tone = 'neutral', className, children }: BadgeProps) => (
  <span
    className={clsx(
      'tabular inline-flex items-center rounded-full border px-2.5 py-0.5 text-sm font-medium whitespace-nowrap',
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
);
