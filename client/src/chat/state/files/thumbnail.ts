import { useEffect, useState } from 'react';
import { readFile } from './chosen';

/** As large as a thread shows a picture, on a screen of two pixels a point. */
const THUMBNAIL_PIXELS = 480;

/** A chosen picture, small, as a data URI: the page's policy allows no `blob:`. Null until it is made, and where the browser cannot read it. */
export function useThumbnail(id: string): string | null {
  const [thumbnail, setThumbnail] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void make(id).then((made) => gone || setThumbnail(made));
    return () => {
      gone = true;
    };
  }, [id]);
  return thumbnail;
}

async function make(id: string): Promise<string | null> {
  const file = await readFile(id);
  if (file === null) return null;
  try {
    const whole = await createImageBitmap(file.content);
    const scale = Math.min(1, THUMBNAIL_PIXELS / Math.max(whole.width, whole.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(whole.width * scale));
    canvas.height = Math.max(1, Math.round(whole.height * scale));
    canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height);
    whole.close();
    return canvas.toDataURL('image/webp', 0.8);
  } catch {
    return null;
  }
}
