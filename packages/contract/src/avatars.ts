import { z } from 'zod';

const Avatar = z.object({
  /** For `POST /api/avatars/set/{id}`. */
  id: z.string(),
  name: z.string(),
  /** URL path of the image. */
  image: z.string(),
});

export const Avatars = z.object({
  collections: z.array(z.object({ slug: z.string(), name: z.string(), avatars: z.array(Avatar) })),
  /** The user's own uploaded image. */
  upload: Avatar.nullable(),
});
export type Avatars = z.infer<typeof Avatars>;

export const AvatarParams = z.object({ id: z.string().max(80) });

export const AvatarUploadBody = z.object({
  /** PNG, JPEG, WebP or AVIF in base64; at most 4 MiB. */
  image: z.string().min(1, 'Choose a picture.').max(6_000_000, 'The picture may have at most 4 MB.'),
});
