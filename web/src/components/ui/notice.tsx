import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { CircleAlert, TriangleAlert } from './icons';

interface NoticeProps {
  /** `money`: a pending state or a warning. `danger`: a failure, announced to screen readers immediately. */
  tone: 'money' | 'danger';
  title?: string;
  children: ReactNode;
}

const tones = {
  money: { frame: 'border-money-line bg-money-soft', text: 'text-money', icon: CircleAlert },
  danger: { frame: 'border-danger bg-danger-soft', text: 'text-danger', icon: TriangleAlert },
};

/** A message that stays on the page, next to what it is about. */
export function Notice({ tone, title, children }: NoticeProps) {
  const { frame, text, icon: Icon } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={clsx('flex gap-3 rounded-control border px-4 py-3', frame)}
    >
      <Icon aria-hidden className={clsx('mt-[3px] size-5 shrink-0', text)} />
      <div className="min-w-0">
        {title === undefined ? null : <p className={clsx('font-semibold', text)}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}
