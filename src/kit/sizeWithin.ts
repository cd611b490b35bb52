interface Size {
  width: number
  height: number
}

/** The size of a picture in a box, in whole pixels: as large as fits, in its own ratio. */
export function sizeWithin(picture: Size, box: Size): Size {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
}
