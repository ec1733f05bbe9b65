import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { CircleAlert, TriangleAlert } from './icons';

interface NoticeProps {
  /** `money`: waiting, or soon to matter. `danger`: something failed; it is read out at once. */
  tone: 'money' | 'danger';
  title?: string;
  children: ReactNode;
}

const looks = {
  money: { frame: 'border-money-line bg-money-soft', mark: 'text-money', icon: CircleAlert },
  danger: { frame: 'border-danger bg-danger-soft', mark: 'text-danger', icon: TriangleAlert },
};

/** A sentence that stays, where it belongs. */
export function Notice({ tone, title, children }: NoticeProps) {
  const { frame, mark, icon: Icon } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={clsx('flex gap-3 rounded-control border px-4 py-3', frame)}
    >
      <Icon aria-hidden className={clsx('mt-[3px] size-5 shrink-0', mark)} />
      <div className="min-w-0">
        {title === undefined ? null : <p className={clsx('font-semibold', mark)}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}
