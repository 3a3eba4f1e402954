fn main() {
    std::process::ExitCode::SUCCESS;
}
