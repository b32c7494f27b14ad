import { IMAGE_INPUT } from '../limits.ts';

/** The texts for a rejected picture (spec, section 5, "Discord event image"), verbatim, and those for our own limits. */
export const IMAGE_TOO_LARGE = 'Image file size must be less than 10MB';
export const IMAGE_INVALID = 'Invalid image file. Please select a valid JPG, PNG, or GIF image.';
export const IMAGE_TOO_MANY_PIXELS = `This image has more than ${IMAGE_INPUT.pixels / 1_000_000} megapixels. Please choose a smaller one.`;
export const ANIMATION_TOO_LONG = `This animation has more than ${IMAGE_INPUT.frames} frames. Please choose a shorter one.`;
export const ANIMATION_TOO_LARGE = `This animation has more than ${IMAGE_INPUT.animatedPixels / 1_000_000} megapixels in all frames together. Please choose a smaller or shorter one.`;
export const IMAGE_UNREADABLE = 'Error reading image file. Please try again.';
