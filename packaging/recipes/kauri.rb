# Homebrew. scripts/release fills in the version and the digest; who publishes it, the URL.
class Kauri < Formula
  desc "Exact endgames, and the solution, of the mancala game Kauri"
  homepage "URL of the release"
  url "URL of the release/kauri-@VERSION@-small.tar.gz"
  version "@VERSION@"
  sha256 "@SHA256@"
  license all_of: ["MIT", "CC-BY-SA-2.5"]

  depends_on "cmake" => :build
  depends_on "pkgconf" => :build
  depends_on "python" => :build
  depends_on "xxhash"
  depends_on "zstd"

  on_linux do
    depends_on "libmicrohttpd"
  end

  def install
    args = %w[-DKAURI_TESTS=OFF -DKAURI_MPI=off]
    args << "-DKAURI_PROGRAMS=OFF" if OS.mac? # libkauri alone: docs/reference/PORTABILITY.md
    system "cmake", "-S", ".", "-B", "build", *args, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"test.c").write <<~C
      #include <kauri/kauri.h>
      int main(void) { struct kauri_position p; return kauri_position_parse("1,1+1/0+1,2 S", &p, 0); }
    C
    system ENV.cc, "test.c", "-I#{include}", "-L#{lib}", "-Wl,-rpath,#{lib}", "-lkauri", "-o", "test"
    system "./test"
    system bin/"kauri", "solve", "--tables", "tables", "--seeds", "0" if OS.linux?
  end
end
