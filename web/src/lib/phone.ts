const US_NUMBER = /^\+1(\d{3})(\d{3})(\d{4})$/;

/** A US number as people write it: '(512) 555-0142'; any other as it is. */
export const formatPhone = (phone: string): string => phone.replace(US_NUMBER, '($1) $2-$3');
