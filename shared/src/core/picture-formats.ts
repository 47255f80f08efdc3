/** The formats of pictures that browsers show and the server re-encodes; all other files stay files. */
export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'gif'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Whether a browser's type of a file (`image/png`) is one of these formats. */
export const isPictureType = (type: string): boolean => PICTURE_FORMATS.some((format) => type === `image/${format}`);
