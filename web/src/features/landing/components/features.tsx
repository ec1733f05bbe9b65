import { BadgeCheck, CirclePause, Funnel, Plug, ShieldCheck, Zap } from '@/components/ui/icons';
import { sampleLead } from '../lib/sample-lead';

const details = [
  ['Phone', sampleLead.phone],
  ['Email', sampleLead.email],
  ['Location', sampleLead.location],
  ['Assets', sampleLead.assets],
] as const;

/** The sample lead as its buyer receives it, with all contact details. */
const DeliveredEmail = () => (
  <figure className="max-w-[448px]">
    <div className="rounded-card border border-line bg-surface">
      <p className="border-b border-line px-5 py-4">
        <span className="block text-sm text-muted">New email</span>
        <span className="font-semibold">
          New Indexed annuity lead: {sampleLead.fullName}, {sampleLead.state}
        </span>
      </p>
      <dl className="tabular grid gap-y-1.5 px-5 py-4 text-sm">
        {details.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[72px_1fr] gap-x-3">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
    <figcaption className="mt-2 text-sm text-muted">The sample lead, as it lands in your inbox.</figcaption>
  </figure>
);

const features = [
  [ShieldCheck, '100% exclusive', 'Every lead is sold to one buyer only. No resells, no duplicates.'],
  [Zap, 'Real-time delivery', 'The lead reaches your inbox while the person is still thinking about it.'],
  [BadgeCheck, 'Verified phone', 'Numbers are checked by SMS or TCPA ping before a lead is offered.'],
  [
    Funnel,
    'State and asset filtering',
    'Get leads only from states where you are licensed, of the types, assets and ages you want, in your hours.',
  ],
  [Plug, 'CRM integration ready', 'Also get leads in your CRM, your Slack workspace or by text message.'],
  [
    CirclePause,
    'Pause any time',
    'Set a daily limit, and pause or resume whenever you like, without penalty.',
  ],
] as const;

export const Features = () => (
  <section
    id="features"
    className="page section grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
  >
    <div className="grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-2 md:items-start lg:sticky lg:top-28 lg:grid-cols-1 lg:gap-y-10 lg:self-start">
      <div>
        <h2 className="display text-2xl md:text-3xl">Leads you'll be glad to call.</h2>
        <p className="mt-4 max-w-[46ch] text-muted">
          They come from compliant funnels aimed at retirees aged 55 and over. Every person asked to be
          contacted about an annuity, and every lead is yours alone.
        </p>
      </div>
      <DeliveredEmail />
    </div>
    <ul className="border-t border-line">
      {features.map(([Icon, title, text]) => (
        <li key={title} className="flex gap-5 border-b border-line py-5">
          <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" strokeWidth={1.75} />
          <div className="grid gap-x-6 sm:grow sm:grid-cols-[200px_1fr]">
            <h3 className="font-semibold">{title}</h3>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
);
