import { brand } from '@desk/contracts/brand';
import { support } from '@/config/site';
import type { LegalSection } from './section';

export const privacy: readonly LegalSection[] = [
  {
    id: 'scope',
    title: 'Who this is for',
    body: [
      `This policy says what ${brand} ("we", "us") does with personal data: that of agents and companies who use this website and buy leads, and that of the people whose inquiries are the leads.`,
    ],
  },
  {
    id: 'what',
    title: 'What we collect',
    body: [
      'From agents and companies:',
      [
        'your name, company, email address and phone number, and a hash of your password',
        'how you want leads delivered, your daily limit and whether your service is on',
        'the leads you bought, when they were delivered, and what was charged',
        'the address and browser from which you signed in, for your security and ours',
      ],
      'Card details go straight from your browser to our card provider, Stripe. We never see or keep a card number; we keep a reference with which the card can be charged.',
      'From people who inquire about an annuity: what they wrote in the form (name, phone, email, state, ZIP code, age range, estimated assets, timeline, type of annuity), and the record of their consent.',
    ],
  },
  {
    id: 'use',
    title: 'What we use it for',
    body: [
      [
        'to match each lead with one buyer, deliver it and charge for it',
        'to run accounts: sign-in, password resets, receipts and notices about your service',
        'to prevent fraud and abuse, and to keep records that the law requires',
        'to answer you when you write or call',
      ],
      'We do not use the details of people in leads for anything other than connecting them with the one agent who buys the lead.',
    ],
  },
  {
    id: 'share',
    title: 'Who receives it',
    body: [
      'A lead is given to one buyer, and to nobody else. Beyond that, data goes to companies that work for us and may use it for that work only: our card provider, our mail, message and hosting providers. We disclose data where the law requires it. We do not sell the data of agents.',
    ],
  },
  {
    id: 'tcpa',
    title: 'Consent and TCPA',
    body: [
      'The people in leads gave written consent to be contacted by phone, text message or email before their inquiry reached us. We keep the record of it, with the wording they saw, the time and the page, for at least five years.',
      'Somebody who no longer wishes to be contacted can tell the agent, or us. We pass the request on and delete or block what we hold, apart from what we must keep as proof.',
      'We send text messages to agents only if they chose them. Reply STOP to end them.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: [
      'We set one cookie that keeps you signed in, and small ones that remember choices in this browser, such as whether the menu is open. There is no advertising and no tracking across sites. On the page where you enter a card, Stripe sets cookies of its own to prevent fraud.',
    ],
  },
  {
    id: 'retention',
    title: 'How long we keep it, and how',
    body: [
      'We keep account data as long as you have an account, and records of charges and of consent as long as the law asks for. Unfinished sign-ups are deleted. Data is encrypted on its way, passwords are stored as hashes, and only people who need data for their work can see it.',
    ],
  },
  {
    id: 'rights',
    title: 'Your choices',
    body: [
      'You can see and correct your profile in your settings. You can ask us for a copy of the data that we hold about you, to correct it or to delete it, wherever you live; residents of some states have these rights by law. We answer within 45 days and treat you no differently for asking.',
      `Write to ${support.email} or call ${support.phone} (${support.hours}).`,
    ],
  },
  {
    id: 'minors',
    title: 'Minors and changes',
    body: [
      'The service is for people of at least 18 years of age. We do not knowingly collect data of children.',
      'When this policy changes, the date at the top changes with it. If a change matters, we tell account holders by email before it takes effect.',
    ],
  },
];
