/** A photo's longer side, in pixels, from which an invoice is still read without effort. */
const MAX_SIDE = 2_000
const QUALITY = 0.82
/** Smaller files are sent as they are. */
const SMALL_BYTES = 400 * 1024

/**
 * A photo as small as its reader needs, the right way up, without what the phone noted of place and time. Whatever is no
 * photo, is small, or cannot be drawn stays as it is: the server decides about it.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= SMALL_BYTES) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
    if (!blob || blob.size >= file.size) return file
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    // A format that this browser cannot draw.
    return file
  }
}
