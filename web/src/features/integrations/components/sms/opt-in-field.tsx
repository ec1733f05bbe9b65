import { SMS_OPT_IN_TEXT } from '@desk/contracts/notifications/sms.values';
import { useField } from 'formik';
import { useId } from 'react';
import { FieldError } from '@/components/form/field';

interface OptInFieldProps {
  /** The field holds the wording that was agreed to, which is sent along and kept; empty without consent. */
  name: string;
}

/** Asks for consent to text messages, in the wording that the law asks us to keep. */
export function OptInField({ name }: OptInFieldProps) {
  const [{ value }, { error, touched }, { setValue }] = useField<string>(name);
  const errorId = useId();
  const visibleError = touched ? error : undefined;
  return (
    <div className="grid gap-1.5">
      <label className="flex cursor-pointer gap-3 text-sm">
        <input
          type="checkbox"
          name={name}
          className="checkbox"
          aria-invalid={visibleError === undefined ? undefined : true}
          aria-describedby={visibleError === undefined ? undefined : errorId}
          checked={value !== ''}
          onChange={({ target }) => void setValue(target.checked ? SMS_OPT_IN_TEXT : '')}
        />
        {SMS_OPT_IN_TEXT}
      </label>
      <FieldError id={errorId}>{visibleError}</FieldError>
    </div>
  );
}
