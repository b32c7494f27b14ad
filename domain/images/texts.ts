/** What is said about a picture that cannot be taken (spec, section 5, "Discord event image"), to the letter. */
export const IMAGE_TOO_LARGE = 'Image file size must be less than 10MB';
export const IMAGE_INVALID = 'Invalid image file. Please select a valid JPG, PNG, or GIF image.';
export const IMAGE_UNREADABLE = 'Error reading image file. Please try again.';
