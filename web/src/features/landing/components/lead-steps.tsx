import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { LEAD_PRICE } from '@/config/pricing';
import { formatSeconds } from '@/lib/format-seconds';
import { formatCount } from '@/lib/numbers';
import { routeQuery } from '@/lib/route-query';

/** Whether the element has been on screen at least once. */
function useWasVisible(element: RefObject<Element | null>): boolean {
  const [wasVisible, setWasVisible] = useState(false);
  useEffect(() => {
    if (wasVisible || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setWasVisible(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wasVisible, element]);
  return wasVisible;
}

/**
 * The measured delivery time. Loaded once this part of the page is visible, so that it does not slow the page down.
 * Its space is reserved and stays empty if there is no measurement.
 */
function MedianDeliveryTime({ className }: { className: string }) {
  const element = useRef<HTMLParagraphElement>(null);
  const { data } = useQuery({ ...routeQuery('getStatistics'), enabled: useWasVisible(element) });
  return (
    <p ref={element} className={className}>
      {typeof data?.medianMs === 'number' ? (
        <span className="animate-[fade-in_180ms_var(--ease-out)]">
          Median posted to delivered:{' '}
          <strong className="tabular font-semibold text-ink">{formatSeconds(data.medianMs)}</strong>, measured
          over <span className="tabular">{formatCount(data.leads)}</span>{' '}
          {data.leads === 1 ? 'lead' : 'leads'} in the last 7 days
        </span>
      ) : null}
    </p>
  );
}

const steps = [
  ['Posted', 'A retiree asks about an annuity on a compliant funnel.', 'border-line-strong'],
  ['Matched', 'The lead is reserved for one agent. Nobody else sees it.', 'border-brand'],
  [
    'Charged',
    `${LEAD_PRICE} is charged to that agent's saved card.`,
    'border-money-line bg-money-line dark:border-money dark:bg-money',
  ],
  ['Delivered', 'All contact details are emailed to the agent immediately.', 'border-brand bg-brand'],
] as const;

/** The steps from posting to delivery, and how long they take. */
export const LeadSteps = () => (
  <section aria-labelledby="lead-steps" className="border-y border-line bg-surface">
    <div className="page grid gap-x-8 pt-10 pb-5 md:grid-cols-[auto_1fr] md:items-baseline md:py-12">
      <h2 id="lead-steps" className="font-semibold">
        How a lead reaches you
      </h2>
      <ol className="mt-5 grid md:col-span-2 md:row-start-2 md:mt-7 md:grid-cols-4">
        {steps.map(([name, text, markerClasses], index) => (
          <li key={name} className="relative pb-7 pl-8 last:pb-0 md:pt-8 md:pr-8 md:pb-0 md:pl-0">
            {index === steps.length - 1 ? null : (
              <span
                aria-hidden
                className="absolute top-[26px] bottom-[-2px] left-[5px] w-px bg-line-strong md:top-[5px] md:right-2 md:bottom-auto md:left-5 md:h-px md:w-auto"
              />
            )}
            <span
              aria-hidden
              className={clsx(
                'absolute top-[7px] left-0 size-[11px] rounded-[3px] border-2 md:top-0',
                markerClasses,
              )}
            />
            <h3 className="font-semibold">{name}</h3>
            <p className="max-w-[44ch] text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <MedianDeliveryTime className="mt-4 min-h-10 pl-8 text-sm text-muted max-[380px]:min-h-15 md:col-start-2 md:row-start-1 md:mt-0 md:min-h-5 md:pl-0 md:text-right" />
    </div>
  </section>
);
