import { formatPhone } from '@desk/contracts/format/phone';
import type { SendPhoneCode } from '@desk/contracts/notifications/sms.schemas';
import { SMS_OPT_IN_TEXT } from '@desk/contracts/notifications/sms.values';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DialogForm } from '@/components/form/dialog-form';
import { Field } from '@/components/form/field';
import { CancelButton } from '@/components/ui/dialog';
import { isAboutPhone } from '../../lib/phone-code';
import { WaitButton } from './wait-button';

const schema = async () => (await import('@desk/contracts/notifications/sms.schemas')).sendPhoneCodeSchema;

interface NumberFormProps {
  /** In E.164, or as its owner wrote it. */
  phone: string;
  /** When a code can be sent. */
  untilMs: number;
  isPending: boolean;
  onSend: (request: SendPhoneCode) => Promise<void>;
}

export const NumberForm = ({ phone, untilMs, isPending, onSend }: NumberFormProps) => (
  <DialogForm
    initialValues={{ phone: formatPhone(phone), optInText: '' }}
    schema={schema}
    className="grid gap-4"
    fieldOf={(error) => (isAboutPhone(error) ? 'phone' : undefined)}
    onSubmit={({ phone: typed, optInText }) =>
      // The schema lets no other text through.
      onSend({ phone: typed.trim(), optInText: optInText as SendPhoneCode['optInText'] })
    }
  >
    <Field
      autoFocus
      name="phone"
      label="Phone number"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      className="tabular"
      hint="A US number that receives text messages."
    />
    {/* The wording that was agreed to is sent along and kept, as the law asks us to. */}
    <CheckboxField
      name="optInText"
      label={<span className="text-sm">{SMS_OPT_IN_TEXT}</span>}
      values={[SMS_OPT_IN_TEXT, '']}
    />
    <div className="flex flex-wrap justify-end gap-3">
      <CancelButton />
      <WaitButton type="submit" untilMs={untilMs} isPending={isPending} pendingLabel="Sending...">
        Send a code
      </WaitButton>
    </div>
  </DialogForm>
);
