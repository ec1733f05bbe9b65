import { brand } from '@desk/contracts/brand';
import { support } from '@/config/site';
import { LEAD_PRICE } from '@/lib/money';
import type { LegalSection } from './section';

export const terms: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'This agreement',
    body: [
      `These terms are an agreement between you and ${brand} ("we", "us"). They cover your use of this website, of your account, and of the leads that you buy. By creating an account, by starting the sign-up or by buying a lead you accept them. If you act for a company, you confirm that you may bind it.`,
    ],
  },
  {
    id: 'eligibility',
    title: 'Who may use the service',
    body: [
      'You must be at least 18 years old. You must hold every licence and appointment that the law of a state requires before you contact a person there about annuities, and keep it in force. You give us true and current information, and you keep it up to date.',
      'An account belongs to one person or company. You keep your password to yourself, and you are responsible for what is done with your account. Tell us at once when you think that somebody else has used it.',
    ],
  },
  {
    id: 'leads',
    title: 'What a lead is',
    body: [
      'A lead is a form filled in by a person who asked to be contacted about a fixed annuity, an indexed annuity or a multi-year guaranteed annuity. It comes from funnels aimed at people aged 55 and over, and holds the details that the person gave: name, phone, email, state and ZIP code, age range, estimated assets, timeline and the type of annuity.',
      'Each lead is sold to one buyer only. We do not resell it and we do not sell duplicates of it. What people write about themselves is their own statement: we do not promise that it is complete, that a person will answer or meet you, or that a sale will follow.',
    ],
  },
  {
    id: 'price',
    title: 'Price, billing and daily limit',
    body: [
      `The price is ${LEAD_PRICE} per lead. There is no subscription. When you save a card, you authorize us to charge it ${LEAD_PRICE} each time a lead is delivered to you, without asking again, up to the daily lead limit that you set.`,
      'You can change the daily limit, pause and resume at any time without penalty. A change is in force for the leads that follow it; leads already delivered or being charged stay yours.',
      'When a charge is declined, the lead goes to another buyer, and you receive no more leads until your card works again. You can replace a saved card in your settings.',
      'Prices can change without notice. A new price never applies to a lead that was delivered before the change.',
    ],
  },
  {
    id: 'refunds',
    title: 'All sales are final',
    body: [
      'All sales are final. We give a refund in two cases only:',
      [
        'you were charged more than once for the same lead, or',
        'you were charged for a lead that was not delivered to you.',
      ],
      `Refunds go back to the card that was charged. Write to ${support.email} and name the lead or the charge.`,
    ],
  },
  {
    id: 'conduct',
    title: 'How you may use leads',
    body: [
      'You use a lead to contact that person about what they asked for, and for nothing else. You follow the laws that apply to you, among them the Telephone Consumer Protection Act (TCPA), the Telemarketing Sales Rule, the CAN-SPAM Act, state telemarketing and insurance laws, and the do-not-call rules.',
      [
        'You do not sell, rent, share or publish a lead.',
        'You stop contacting a person who asks you to stop, and you keep a record of it.',
        'You identify yourself and your company truthfully on every contact.',
        'You protect the details of the people in leads as carefully as those of your own clients.',
      ],
    ],
  },
  {
    id: 'suspension',
    title: 'Ending the agreement',
    body: [
      'You can stop at any time: pause your service, or ask us to close your account. We may suspend or close an account that breaks these terms or the law, that puts people in leads at risk, or whose charges are disputed without reason. What was owed before stays owed.',
    ],
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    body: [
      'The service is provided as it is and as it is available. As far as the law allows, we give no warranty beyond what these terms say, among them warranties of fitness for a purpose and of results.',
      'As far as the law allows, our total liability for all claims together is limited to the amount that you paid us in the past 90 days before the event that gave rise to the claim. We are not liable for lost profit, lost business or indirect damage. Nothing here limits liability that the law does not allow to be limited.',
      'You hold us harmless from claims of others that come from your use of leads against these terms or the law.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes and law',
    body: [
      'We may change these terms. The date at the top says when they last changed; whoever uses the service afterwards accepts the change. If a part of these terms does not hold, the rest does. They are governed by the law of the state in which we have our registered office.',
      `Questions: ${support.email}.`,
    ],
  },
];
