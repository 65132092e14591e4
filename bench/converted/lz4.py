import lz4.block._block as block
import lz4.frame._frame as frame

text = b"isolated " * 64
packed = block.compress(text)
framed = frame.compress(text)

cases = {
    "block.compress": (block.compress, (text,)),
    "block.decompress": (block.decompress, (packed,)),
    "frame.compress": (frame.compress, (text,)),
    "frame.decompress": (frame.decompress, (framed,)),
    "frame.get_frame_info": (frame.get_frame_info, (framed,)),
    "frame.create_decompression_context": (frame.create_decompression_context, ()),
}
