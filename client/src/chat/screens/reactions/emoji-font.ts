/** The platform's coloured emoji: the text's own font has some of them in outline. */
export const emojiFont = '[font-family:"Apple_Color_Emoji","Segoe_UI_Emoji","Noto_Color_Emoji",sans-serif]';
