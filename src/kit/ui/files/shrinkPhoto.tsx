/** Maximum length of a photo's longer side, in px; an invoice is still legible at this size. */
const MAX_SIDE = 2_000
const QUALITY = 0.82
/** A smaller PNG stays a PNG: most are screenshots, whose text a JPEG would blur. */
const SMALL_BYTES = 400 * 1024

/**
 * Reduces a photo to the size that its reader needs, rotates it upright and removes the phone's metadata on place and
 * time: even a small one is redrawn. A file that is no photo or cannot be drawn is returned unchanged; the server
 * decides on it.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file
  const [type, ending] =
    file.type === 'image/png' && file.size <= SMALL_BYTES ? ['image/png', '.png'] : ['image/jpeg', '.jpg']
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY))
    if (!blob) return file
    return new File([blob], file.name.replace(/\.\w+$/, ending), { type })
  } catch {
    // The browser cannot draw this format.
    return file
  }
}
