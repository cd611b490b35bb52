/** A photo's longer side, in pixels, from which an invoice is still read without effort. */
const MAX_SIDE = 2_000
const QUALITY = 0.82
/** A png that is smaller stays one: most are pictures of a screen, whose letters a jpg would blur. */
const SMALL_BYTES = 400 * 1024

/**
 * A photo as small as its reader needs, the right way up, without what the phone noted of place and time: each is drawn
 * anew, however small. Whatever is no photo or cannot be drawn stays as it is: the server decides about it.
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
    // A format that this browser cannot draw.
    return file
  }
}
