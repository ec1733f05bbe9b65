import { clsx } from 'clsx';
import type { ComponentType, ReactNode } from 'react';
import type { Tone } from '@/lib/tone';

const tones: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink',
  brand: 'border-transparent bg-brand-soft text-brand',
  money: 'border-transparent bg-money-soft text-money',
  danger: 'border-transparent bg-danger-soft text-danger',
};

interface BadgeProps {
  tone?: Tone;
  icon?: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'tabular inline-flex items-center gap-1 rounded-full border px-2.5 py-0.5 text-sm font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {Icon === undefined ? null : <Icon aria-hidden className="-ml-0.5 size-3.5 shrink-0" />}
      {children}
    </span>
  );
}
