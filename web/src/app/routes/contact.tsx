import { Mail, Phone } from '@/components/ui/icons';
import { support } from '@/config/site';
import { LEAD_PRICE, REFUND_RULE } from '@/config/pricing';

const questions = [
  [
    'How do integrations work?',
    'Request an integration from the Integrations page. Our team reaches out within 1-2 business days to set it up, and leads are then delivered automatically.',
  ],
  [
    'When am I charged?',
    `${LEAD_PRICE} is charged to your saved card immediately on delivery of a lead. Your daily limit caps the number of leads, and therefore charges, per day.`,
  ],
  ['When do I get my money back?', REFUND_RULE],
  ['Are the leads exclusive?', 'Yes, 100% exclusive. Each lead is sold to one buyer only and never resold.'],
  [
    'Can I pause my service?',
    'Yes. Toggle it any time from your dashboard. A pause takes effect with the very next lead, without penalty.',
  ],
] as const;

const channels = [
  {
    Icon: Mail,
    title: 'Email support',
    href: `mailto:${support.email}`,
    address: support.email,
    note: 'We reply within 24 hours.',
  },
  {
    Icon: Phone,
    title: 'Phone support',
    href: `tel:+1${support.phone.replaceAll(/\D/g, '')}`,
    address: support.phone,
    note: support.hours,
  },
];

export const Component = () => (
  <div className="page section">
    <h1 className="display text-3xl">Contact us</h1>
    <p className="mt-3 text-lg text-muted">We're glad to help, before and after you sign up.</p>
    <div className="mt-10 grid gap-5 md:grid-cols-2">
      {channels.map(({ Icon, title, href, address, note }) => (
        <section key={title} className="rounded-card border border-line bg-surface p-6">
          <h2 className="flex items-center gap-2.5 font-semibold">
            <Icon aria-hidden className="size-5 text-brand" />
            {title}
          </h2>
          <a
            href={href}
            className="link tabular mt-3 inline-flex min-h-11 items-center text-lg font-semibold break-all"
          >
            {address}
          </a>
          <p className="text-muted">{note}</p>
        </section>
      ))}
    </div>
    <section aria-labelledby="faq" className="mt-16 lg:mt-24">
      <h2 id="faq" className="display text-2xl">
        Frequently asked questions
      </h2>
      <dl className="mt-6 border-t border-line">
        {questions.map(([question, answer]) => (
          <div
            key={question}
            className="grid gap-x-12 gap-y-1 border-b border-line py-5 lg:grid-cols-[2fr_3fr]"
          >
            <dt className="font-semibold">{question}</dt>
            <dd className="max-w-[68ch] text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  </div>
);
