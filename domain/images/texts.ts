/** The texts for a rejected picture (spec, section 5, "Discord event image"), verbatim. */
export const IMAGE_TOO_LARGE = 'Image file size must be less than 10MB';
export const IMAGE_INVALID = 'Invalid image file. Please select a valid JPG, PNG, or GIF image.';
export const IMAGE_UNREADABLE = 'Error reading image file. Please try again.';
