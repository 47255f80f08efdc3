const startsRightToLeft =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The direction of a text's first letter, for elements that `dir="auto"` doesn't serve. */
export const directionOf = (text: string): 'ltr' | 'rtl' => (startsRightToLeft.test(text) ? 'rtl' : 'ltr');
