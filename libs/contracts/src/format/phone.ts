const US_NUMBER = /^\+1(\d{3})(\d{3})(\d{4})$/;

/** `+15125550142` → `(512) 555-0142`. Anything but an E.164 number of the United States is returned unchanged. */
export const formatPhone = (phone: string): string => phone.replace(US_NUMBER, '($1) $2-$3');
