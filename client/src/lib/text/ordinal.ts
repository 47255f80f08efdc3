const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (number: number): string => `${number}${endings[rules.select(number)] ?? 'th'}`;
