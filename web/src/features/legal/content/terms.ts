import { brand } from '@desk/contracts/brand';
import {
  DELIVERY_PAUSE_WINDOW_DAYS,
  MAX_DELIVERY_PAUSES,
} from '@desk/contracts/leads/delivery-pauses.values';
import { support } from '@/config/site';
import { LEAD_PRICE } from '@/config/pricing';
import type { LegalSection } from '../components/legal-page';

export const terms: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'This agreement',
    body: [
      `These terms are an agreement between you and ${brand} ("we", "us"). They cover your use of this website, your account and the leads you buy. By creating an account, starting the sign-up or buying a lead, you accept them. If you act for a company, you confirm that you are authorized to bind it.`,
    ],
  },
  {
    id: 'eligibility',
    title: 'Who may use the service',
    body: [
      'You must be at least 18 years old. Before you contact a person about annuities, you must hold every license and appointment required by the law of that person’s state, and keep it in force. You must give us accurate information and keep it up to date.',
      'An account belongs to one person or company. Keep your password to yourself; you are responsible for everything done with your account. Tell us immediately if you think someone else has used it.',
    ],
  },
  {
    id: 'leads',
    title: 'What a lead is',
    body: [
      'A lead is a form filled out by a person who asked to be contacted about a fixed annuity, an indexed annuity or a multi-year guaranteed annuity. It comes from funnels aimed at people aged 55 and over and contains the details the person gave: name, phone, email, state and ZIP code, age range, estimated assets, timeline and type of annuity.',
      'Each lead is sold to one buyer only. We do not resell it, and we do not sell duplicates of it. The details are the person’s own statements: we do not promise that they are complete, that the person will answer or meet you, or that a sale will follow.',
    ],
  },
  {
    id: 'price',
    title: 'Price, billing and daily limit',
    body: [
      `The price is ${LEAD_PRICE} per lead. There is no subscription. When you save a card, you authorize us to charge it ${LEAD_PRICE} each time a lead is delivered to you, without asking again, up to the daily lead limit you set.`,
      'You can change the daily limit, pause and resume at any time without penalty. A change applies to the leads that follow it; you keep, and pay for, leads already delivered or being charged.',
      'When a charge is declined, the lead goes to another buyer, and you receive no more leads until the card works again or you replace it. You can replace a saved card in your settings.',
      'Prices can change without notice. A new price never applies to a lead delivered before the change.',
    ],
  },
  {
    id: 'refunds',
    title: 'All sales are final',
    body: [
      'All sales are final. We give refunds in two cases only:',
      [
        'you were charged more than once for the same lead, or',
        'you were charged for a lead that was not delivered to you.',
      ],
      'A lead counts as delivered when one of your channels accepts it, or when you see it with its contact details on your dashboard or in a download. When we refund a lead, its contact details are removed from your account.',
      `If none of your channels accepts a lead and you have not seen it, we refund it by ourselves and pause your service. You can resume it, but after ${MAX_DELIVERY_PAUSES} such pauses within ${DELIVERY_PAUSE_WINDOW_DAYS} days we resume it only once you have written to us. A refunded lead still counts toward your daily limit of its day.`,
      `Refunds go back to the card that was charged. Write to ${support.email} and tell us which lead or charge it concerns.`,
    ],
  },
  {
    id: 'conduct',
    title: 'How you may use leads',
    body: [
      'You may use a lead only to contact that person about what they asked for. You must follow the laws that apply to you, including the Telephone Consumer Protection Act (TCPA), the Telemarketing Sales Rule, the CAN-SPAM Act, state telemarketing and insurance laws, and the do-not-call rules.',
      [
        'Do not sell, rent, share or publish a lead.',
        'Stop contacting a person who asks you to stop, and keep a record of the request.',
        'Identify yourself and your company truthfully in every contact.',
        'Protect the details of the people in leads as carefully as those of your own clients.',
      ],
    ],
  },
  {
    id: 'suspension',
    title: 'Ending the agreement',
    body: [
      'You can stop at any time: pause your service, or ask us to close your account. We may suspend or close an account that breaks these terms or the law, puts people in leads at risk, or disputes charges without good reason. Amounts already owed remain payable.',
    ],
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    body: [
      'The service is provided “as is” and “as available”. To the extent the law allows, we give no warranties beyond those in these terms, including warranties of fitness for a particular purpose and of results.',
      'To the extent the law allows, our total liability for all claims together is limited to the amount you paid us in the past 90 days before the event that gave rise to the claim. We are not liable for lost profits, lost business or indirect damages. Nothing in these terms limits liability that cannot be limited by law.',
      'You agree to indemnify us against third-party claims that arise from your use of leads in violation of these terms or the law.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes and law',
    body: [
      'We may change these terms. The date at the top shows when they last changed; by using the service afterwards, you accept the change. If part of these terms is invalid, the rest remains in effect. They are governed by the law of the state in which we have our registered office.',
      `Questions: ${support.email}.`,
    ],
  },
];
