import { type Crop, type Size, sideOf } from './crop';

/** A picture that this browser can show. `url` is an object URL; release it with `closePicture`. */
export interface ChosenPicture extends Size {
  url: string;
  image: HTMLImageElement;
}

/** Maximum side of the uploaded square, in pixels. */
const SENT_PIXELS = 1_024;
const QUALITY = 0.92;

/** Opens a chosen file; null if the browser cannot show it as a picture. */
export async function openPicture(file: Blob): Promise<ChosenPicture | null> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width > 0 && height > 0) return { url, image, width, height };
  } catch {
    // The file is not a picture that this browser can decode.
  }
  URL.revokeObjectURL(url);
  return null;
}

export const closePicture = ({ url }: ChosenPicture): void => URL.revokeObjectURL(url);

/** Returns the cropped square as a JPEG; null if the browser can't draw it. */
export async function drawCrop(picture: ChosenPicture, crop: Crop): Promise<Uint8Array<ArrayBuffer> | null> {
  const side = sideOf(picture, crop);
  const drawn = Math.max(1, Math.min(SENT_PIXELS, Math.round(side)));
  const canvas = Object.assign(document.createElement('canvas'), { width: drawn, height: drawn });
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, drawn, drawn);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.image, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, drawn, drawn);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return content && new Uint8Array(await content.arrayBuffer());
}
