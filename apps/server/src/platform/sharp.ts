/**
 * The library that reads and writes pictures, loaded when the first one comes: it takes half a second, and most servers
 * see few. Of what people send, only these formats have a reader here, even if the first bytes of something else lie.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
